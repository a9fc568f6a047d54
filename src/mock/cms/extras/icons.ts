/** A few icons drawn for this server: name → label and path in a 24 × 24 box. */
const drawings: Readonly<Record<string, readonly [string, string]>> = {
  'arrow-down': ['Arrow down', 'M12 4v15m-6-6 6 6 6-6'],
  'arrow-left': ['Arrow left', 'M20 12H5m6-6-6 6 6 6'],
  'arrow-right': ['Arrow right', 'M4 12h15m-6-6 6 6-6 6'],
  'arrow-up': ['Arrow up', 'M12 20V5m-6 6 6-6 6 6'],
  calendar: ['Calendar', 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5'],
  check: ['Check', 'm5 13 4 4L19 7'],
  close: ['Close', 'M6 6l12 12M18 6 6 18'],
  cloud: ['Cloud', 'M7 18h10a4 4 0 0 0 0-8 6 6 0 0 0-11 2 3 3 0 0 0 1 6z'],
  download: ['Download', 'M12 4v11m-5-5 5 5 5-5M5 20h14'],
  envelope: ['Envelope', 'M4 6h16v12H4zM4 7l8 6 8-6'],
  file: ['File', 'M6 3h8l4 4v14H6zM14 3v4h4'],
  home: ['Home', 'M4 11l8-7 8 7v9H4z'],
  image: ['Image', 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4'],
  info: ['Info', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v1'],
  link: ['Link', 'M9 15l6-6M8 11l-2 2a4 4 0 0 0 6 6l2-2M10 7l2-2a4 4 0 0 1 6 6l-2 2'],
  menu: ['Menu', 'M4 7h16M4 12h16M4 17h16'],
  plus: ['Plus', 'M12 5v14M5 12h14'],
  search: ['Search', 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5'],
  star: ['Star', 'm12 3 2.7 6 6.3.6-4.8 4.3 1.4 6.4L12 17l-5.600 3.300 1.400-6.400L3 9.600 9.300 9z'],
  upload: ['Upload', 'M12 20V9m-5 5 5-5 5 5M5 4h14'],
}

export type Icon = { readonly name: string; readonly label: string; readonly content: string }

export const icons: readonly Icon[] = Object.entries(drawings).map(([name, [label, path]]) => ({
  name: `core/${name}`,
  label,
  content: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="1.5" d="${path}"/></svg>`,
}))
