"""Files of word vectors: reading and writing the formats that programs exchange them in."""
