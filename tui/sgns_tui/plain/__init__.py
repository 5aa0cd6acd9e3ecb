"""Line mode: a session driven by lines of text, the same for a person, a script and a reader."""
