# what pmpi/ adds to the build
