# what report/ adds to the build
