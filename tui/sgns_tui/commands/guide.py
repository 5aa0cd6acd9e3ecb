"""`sgns-tui guide`: when to use which objective."""

from __future__ import annotations

import click

from sgns_tui.commands.options import format_option
from sgns_tui.i18n import _


@click.command(
    help=_(
        "Say when to use which: full softmax, SGNS, in-batch softmax, CLIP, preference; or one of "
        "them, TOPIC."
    ),
    epilog=_("Example: sgns-tui guide clip"),
    short_help=_("When to use which objective."),
)
@click.argument("topic", required=False)
@format_option
def guide(topic: str | None, output_format: str) -> None:
    """Print the guide."""
    from sgns_tui.guide_topics import TOPICS
    from sgns_tui.output import print_json, print_lines
    from sgns_tui.render.guide_text import guide_lines, guide_object, topic_lines

    names = list(TOPICS) if topic is None else [known_topic(topic)]
    if output_format == "json":
        print_json(guide_object(names))
    else:
        print_lines(guide_lines(names) if topic is None else topic_lines(names[0], 80))


def known_topic(topic: str) -> str:
    """Return the name of a topic as it was typed in any case; InvalidInput for an unknown one."""
    from sgns_core.errors import InvalidInput
    from sgns_tui.guide_topics import TOPICS

    if topic.lower() not in TOPICS:
        raise InvalidInput(
            "there is no topic {topic}; there are {known}",
            topic=topic[:40],
            known=", ".join(TOPICS),
        )
    return topic.lower()
