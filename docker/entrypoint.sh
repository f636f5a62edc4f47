#!/bin/sh
# Takes our own command lines (`evaluate --samples …`) and those of the original's images, which each have one command.
case "${1:-}" in
'' | -h | --help | -v | --version | [!-]*) exec bcb "$@" ;;
*) exec bcb "$BCB_IMAGE_COMMAND" "$@" ;;
esac
