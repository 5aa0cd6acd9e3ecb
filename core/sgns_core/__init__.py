"""The engine of skip-gram with negative sampling: NumPy and the standard library, nothing else."""
