"""One update, section by section: the printed page shows them all, each pane shows one."""
