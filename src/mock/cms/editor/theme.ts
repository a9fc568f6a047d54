/** The design of the site, as its theme declares it: the one source of `theme.json`, editor settings and styles. */

export const themeSlug = 'reference'

export const palette = [
  { name: 'Base', slug: 'base', color: '#ffffff' },
  { name: 'Contrast', slug: 'contrast', color: '#1d2327' },
  { name: 'Accent', slug: 'accent', color: '#0a58ca' },
  { name: 'Quiet', slug: 'quiet', color: '#5b6570' },
  { name: 'Line', slug: 'line', color: '#d9dee3' },
] as const

export const fontSizes = [
  { name: 'Small', slug: 'small', size: '0.9rem' },
  { name: 'Medium', slug: 'medium', size: '1.0625rem' },
  { name: 'Large', slug: 'large', size: '1.35rem' },
  { name: 'Extra large', slug: 'x-large', size: '1.9rem' },
] as const

export const fontFamilies = [
  { name: 'System', slug: 'system', fontFamily: 'system-ui, sans-serif' },
  { name: 'Monospace', slug: 'monospace', fontFamily: 'ui-monospace, monospace' },
] as const

export const spacingSizes = [
  { name: 'Small', slug: '20', size: '0.5rem' },
  { name: 'Medium', slug: '40', size: '1rem' },
  { name: 'Large', slug: '60', size: '2rem' },
] as const

export const layout = { contentSize: '46rem', wideSize: '64rem' } as const

const color = (slug: string): string => `var(--wp--preset--color--${slug})`

/** The theme's own declaration. */
export const themeJson = {
  $schema: 'https://schemas.wp.org/trunk/theme.json',
  version: 3,
  title: 'Reference',
  settings: {
    appearanceTools: true,
    layout,
    color: { palette, defaultPalette: false, custom: true },
    typography: { fontFamilies, fontSizes, customFontSize: true },
    spacing: { spacingSizes, units: ['px', 'rem', '%'] },
  },
  styles: {
    color: { background: color('base'), text: color('contrast') },
    typography: {
      fontFamily: 'var(--wp--preset--font-family--system)',
      fontSize: 'var(--wp--preset--font-size--medium)',
      lineHeight: '1.6',
    },
    elements: {
      link: { color: { text: color('accent') } },
      h1: { typography: { fontSize: 'var(--wp--preset--font-size--x-large)', lineHeight: '1.2' } },
      h2: { typography: { fontSize: 'var(--wp--preset--font-size--large)' } },
    },
  },
  customTemplates: [{ name: 'page-no-title', title: 'Page without a title', postTypes: ['page'] }],
  templateParts: [
    { name: 'header', title: 'Header', area: 'header' },
    { name: 'footer', title: 'Footer', area: 'footer' },
  ],
} as const

/** The CSS of the theme: presets as variables, and the site's styles. */
export const presetStyles = [
  `:root{${[
    ...palette.map(({ slug, color: value }) => `--wp--preset--color--${slug}:${value};`),
    ...fontSizes.map(({ slug, size }) => `--wp--preset--font-size--${slug}:${size};`),
    ...fontFamilies.map(({ slug, fontFamily }) => `--wp--preset--font-family--${slug}:${fontFamily};`),
    ...spacingSizes.map(({ slug, size }) => `--wp--preset--spacing--${slug}:${size};`),
    `--wp--style--global--content-size:${layout.contentSize};`,
    `--wp--style--global--wide-size:${layout.wideSize};`,
  ].join('')}}`,
  ...palette.flatMap(({ slug }) => [
    `.has-${slug}-color{color:${color(slug)} !important;}`,
    `.has-${slug}-background-color{background-color:${color(slug)} !important;}`,
  ]),
].join('\n')

export const bodyStyles = [
  `body{margin:0;background-color:${color('base')};color:${color('contrast')};font-family:var(--wp--preset--font-family--system);font-size:var(--wp--preset--font-size--medium);line-height:1.6;}`,
  `a{color:${color('accent')};}`,
  'h1{font-size:var(--wp--preset--font-size--x-large);line-height:1.2;}',
  'h2{font-size:var(--wp--preset--font-size--large);}',
].join('\n')
