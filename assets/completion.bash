_bcb() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "${COMP_WORDS[1]}" in
{{cases}}  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="{{commands}}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ ${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _bcb {{programs}} ./bcb
