"""Compiled loops: the engine's own arithmetic at full speed, where numba is installed.

Nothing here is needed for a result: the NumPy engine is the reference and the fallback. numba is
imported when a loop is first prepared, never by an import of this package.
"""
