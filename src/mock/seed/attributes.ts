import type { AttributeKey, ColourKey } from './families.ts'

const colours: readonly ColourKey[] = ['black', 'white', 'grey', 'blue', 'green', 'red']

/** Norm and possible values of each attribute. `{…}` is a word of the language, and numbers get its decimal sign. */
export const attributeValues: Record<AttributeKey, { norm: string; values: readonly string[] }> = {
  sd: { norm: 'EN ISO 12572', values: ['0.02 m', '< 0.05 m', '0.2 m', '2 m', '5 m', '20 m', '> 1500 m'] },
  fire: { norm: 'EN 13501-1', values: ['E', 'F', 'B-s1, d0', 'C-s2, d0', 'E (d2)'] },
  tensile: { norm: 'EN 12311-1', values: ['220 / 180 N/50 mm', '300 / 260 N/50 mm', '≥ 450 N/5 cm'] },
  elongation: { norm: 'EN 12311-2', values: ['> 40 %', '60 % / 85 %', '250 %'] },
  temperature: { norm: '', values: ['−40 °C {to} +80 °C', '−40 °C {to} +100 °C', '−30 °C {to} +120 °C'] },
  watertight: { norm: 'EN 1928 & EN 13859-1', values: ['W1', 'W2', '2 kPa', '≥ 300 cm'] },
  uv: { norm: 'EN 1297', values: ['3 {months}', '4 {months}', '6 {months}', '12 {months}'] },
  colour: { norm: '', values: colours.map((colour) => `{${colour}}`) },
  grammage: { norm: 'EN 1849-2', values: ['110 g/m²', '140 g/m²', '172.5 g/m²', '270 g/m²'] },
  thickness: { norm: 'EN 1849-2', values: ['0.35 mm', '0.6 mm', '1.2 mm', '2 mm'] },
  jointClass: { norm: 'DIN 18542', values: ['BG 1', 'BG 2', 'BG R', 'MF1 & BG 1'] },
  rain: { norm: 'EN 1027', values: ['≥ 600 Pa', '1050 Pa', '> 1200 Pa'] },
  shelf: { norm: '', values: ['9 {months}', '12 {months}', '24 {months}'] },
  volume: { norm: '', values: ['310 ml', '600 ml', '0.75 l', '1 l', '5 l', '10 l'] },
  coverage: { norm: '', values: ['20–40 ml/m', '100–150 g/m²', '1.5 kg/m² (2 × 0.6 mm)'] },
}
