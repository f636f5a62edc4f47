"""What a sample gives up before its program runs: files, system calls, privileges, resources."""
