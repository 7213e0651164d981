# what examples/ adds to the build
