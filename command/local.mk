# what command/ adds to the build
