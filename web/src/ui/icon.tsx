import type { ReactNode } from 'react';

/** The dozen pictures the app needs, drawn on a 16 × 16 grid. They only ever stand beside words or carry a label. */
const paths = {
  pass: <path d="M3.5 8.5 6.5 11.5 12.5 5" />,
  fail: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  error: <path d="M8 4v5m0 2.5v.5" />,
  timeout: <path d="M8 4.5V8l2.5 1.5" />,
  dash: <path d="M4.5 8h7" />,
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />,
  sun: (
    <path d="M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-10v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1m8 8 1 1M3 13l1-1m8-8 1-1" />
  ),
  help: <path d="M6 6.2A2 2 0 0 1 8 4.5c1.2 0 2 .8 2 1.8C10 8 8 8 8 9.5m0 2v.5" />,
  left: <path d="M10 3 5 8l5 5" />,
  right: <path d="m6 3 5 5-5 5" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  copy: <path d="M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3V5.5Z" />,
  flag: <path d="M4 14V2.5h7.5L9.5 5.5l2 3H4" />,
  play: <path d="M5 3.5v9l7.5-4.5L5 3.5Z" />,
  menu: <path d="M2.5 4.5h11m-11 3.5h11m-11 3.5h11" />,
  sort: <path d="M5 6.5 8 3.5l3 3m-6 3 3 3 3-3" />,
  up: <path d="m4 9 4-4 4 4" />,
  down: <path d="m4 6 4 4 4-4" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.6}
      viewBox="0 0 16 16"
      width={size}
    >
      {paths[name]}
    </svg>
  );
}
