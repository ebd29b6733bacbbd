/** Icons, drawn with lines in a square of 16 units. */
import type { ReactNode } from 'react'

const PATHS = {
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.1 3.1',
  close: 'm4 4 8 8M12 4l-8 8',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.6h-2.6',
  follow: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  display: 'M2.5 5h5M11.5 5h2M9.5 3.2v3.6M2.5 11h2M8.5 11h5M6.5 9.2v3.6',
  export: 'M8 10V2.5M5 5l3-3 3 3M2.5 9.5v4h11v-4',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  up: 'm4.5 9.5 3.5-3.5 3.5 3.5',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  right: 'M6.5 4.5 10 8l-3.5 3.5',
  first: 'M11.5 4.5 8 8l3.5 3.5M4.5 4.5v7',
  last: 'M4.5 4.5 8 8l-3.5 3.5M11.5 4.5v7',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  pin: 'M8 9.5v4M4.5 9.5h7l-1.2-2.2V2.5H5.7v4.8z',
  theme: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 2.5v11',
  light:
    'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  dark: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5Z',
  keys: 'M1.5 4.5h13v7h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.2h6',
  leave: 'M6.5 2.5h-4v11h4M6 8h7.5M10.5 5l3 3-3 3',
  warning: 'M8 2.5 14.2 13H1.8zM8 6.5v3M8 11.3v.1',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
