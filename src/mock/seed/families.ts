export type GroupKey = 'membrane' | 'tape' | 'liquid' | 'sleeve'
export type ShapeKey = 'roll' | 'tape' | 'coil' | 'cartridge' | 'bucket' | 'bottle' | 'collar'
export type UnitKey = 'roll' | 'cartridge' | 'bucket' | 'bottle' | 'piece' | 'carton' | 'pallet'
export type ColourKey = 'black' | 'white' | 'grey' | 'blue' | 'green' | 'red'
export type MaterialKey = 'carrier' | 'film' | 'mesh' | 'adhesive' | 'liner' | 'binder' | 'foam'

export type FamilyKey =
  | 'vapour'
  | 'underlay'
  | 'facade'
  | 'tape'
  | 'windowTape'
  | 'jointTape'
  | 'adhesive'
  | 'primer'
  | 'liquidMembrane'
  | 'sleeve'

export type AttributeKey =
  | 'sd'
  | 'fire'
  | 'tensile'
  | 'elongation'
  | 'temperature'
  | 'watertight'
  | 'uv'
  | 'colour'
  | 'grammage'
  | 'thickness'
  | 'jointClass'
  | 'rain'
  | 'shelf'
  | 'volume'
  | 'coverage'

/** The data that all products of one kind share, in every language. Lengths in metres, weights in kilograms. */
export type Family = {
  key: FamilyKey
  group: GroupKey
  shape: ShapeKey
  ending: string
  unit: UnitKey
  lengths: readonly number[]
  widths: readonly number[]
  heights: readonly number[]
  joints: readonly number[]
  /** kilograms per square metre if the product has an area, else kilograms per piece */
  weight: readonly number[]
  price: readonly [from: number, to: number]
  attributes: readonly AttributeKey[]
  materials: readonly (readonly [MaterialKey, string])[]
}

const none: readonly number[] = []

export const families: readonly Family[] = [
  {
    key: 'vapour',
    group: 'membrane',
    shape: 'roll',
    ending: 'fol',
    unit: 'roll',
    lengths: [25, 50, 100],
    widths: [1.5, 2, 3, 4],
    heights: none,
    joints: none,
    weight: [0.11, 0.13, 0.18],
    price: [69, 420],
    attributes: ['sd', 'fire', 'tensile', 'elongation', 'temperature', 'grammage', 'colour'],
    materials: [
      ['carrier', 'PP'],
      ['film', 'PE'],
      ['mesh', 'PET'],
    ],
  },
  {
    key: 'underlay',
    group: 'membrane',
    shape: 'roll',
    ending: 'top',
    unit: 'roll',
    lengths: [25, 50],
    widths: [1.5, 3],
    heights: none,
    joints: none,
    weight: [0.14, 0.17, 0.27],
    price: [95, 360],
    attributes: ['sd', 'watertight', 'fire', 'uv', 'tensile', 'temperature', 'grammage', 'thickness'],
    materials: [
      ['carrier', 'PP'],
      ['film', 'TPU'],
      ['adhesive', 'AC'],
    ],
  },
  {
    key: 'facade',
    group: 'membrane',
    shape: 'roll',
    ending: 'wall',
    unit: 'roll',
    lengths: [25, 50, 100],
    widths: [1.5, 3],
    heights: none,
    joints: none,
    weight: [0.12, 0.2],
    price: [85, 510],
    attributes: ['sd', 'uv', 'watertight', 'fire', 'colour', 'temperature'],
    materials: [
      ['carrier', 'PES'],
      ['binder', 'PU & AC'],
    ],
  },
  {
    key: 'tape',
    group: 'tape',
    shape: 'tape',
    ending: 'tape',
    unit: 'roll',
    lengths: [25, 40],
    widths: [0.05, 0.06, 0.075, 0.1, 0.15],
    heights: none,
    joints: none,
    weight: [0.42, 0.55, 0.8],
    price: [12, 64],
    attributes: ['temperature', 'uv', 'colour', 'thickness', 'shelf'],
    materials: [
      ['carrier', 'PE'],
      ['adhesive', 'AC'],
      ['liner', 'PE/Si'],
    ],
  },
  {
    key: 'windowTape',
    group: 'tape',
    shape: 'tape',
    ending: 'band',
    unit: 'roll',
    lengths: [25, 30],
    widths: [0.07, 0.1, 0.14, 0.2],
    heights: none,
    joints: none,
    weight: [0.5, 0.9, 1.4],
    price: [19, 92],
    attributes: ['sd', 'rain', 'temperature', 'fire', 'shelf', 'elongation'],
    materials: [
      ['carrier', 'PES/PP'],
      ['film', 'EVA'],
      ['adhesive', 'AC'],
      ['liner', '2 × 30 mm'],
    ],
  },
  {
    key: 'jointTape',
    group: 'tape',
    shape: 'coil',
    ending: 'flex',
    unit: 'roll',
    lengths: [3.3, 5.6, 8, 12],
    widths: [0.015, 0.02, 0.054, 0.074],
    heights: none,
    joints: [2, 4, 6, 10, 18, 30],
    weight: [0.2, 0.35],
    price: [8, 49],
    attributes: ['jointClass', 'rain', 'temperature', 'fire', 'colour', 'shelf'],
    materials: [
      ['foam', 'PUR'],
      ['binder', 'AC'],
    ],
  },
  {
    key: 'adhesive',
    group: 'liquid',
    shape: 'cartridge',
    ending: 'bond',
    unit: 'cartridge',
    lengths: none,
    widths: none,
    heights: [0.215, 0.34],
    joints: none,
    weight: [0.39, 0.74],
    price: [7, 24],
    attributes: ['volume', 'temperature', 'coverage', 'elongation', 'colour', 'shelf'],
    materials: [['binder', 'AC-D']],
  },
  {
    key: 'primer',
    group: 'liquid',
    shape: 'bottle',
    ending: 'prim',
    unit: 'bottle',
    lengths: none,
    widths: [0.09, 0.19],
    heights: [0.24, 0.31],
    joints: none,
    weight: [1.02, 5.1],
    price: [14, 79],
    attributes: ['volume', 'coverage', 'temperature', 'shelf', 'colour'],
    materials: [['binder', 'SBS']],
  },
  {
    key: 'liquidMembrane',
    group: 'liquid',
    shape: 'bucket',
    ending: 'coat',
    unit: 'bucket',
    lengths: none,
    widths: [0.22, 0.3],
    heights: [0.21, 0.33],
    joints: none,
    weight: [5.6, 11.2, 22.4],
    price: [49, 310],
    attributes: ['volume', 'coverage', 'sd', 'thickness', 'temperature', 'fire', 'shelf', 'colour'],
    materials: [
      ['binder', 'STP'],
      ['mesh', 'PET'],
    ],
  },
  {
    key: 'sleeve',
    group: 'sleeve',
    shape: 'collar',
    ending: 'seal',
    unit: 'piece',
    lengths: [0.15, 0.2, 0.35, 0.45],
    widths: [0.15, 0.2, 0.35, 0.45],
    heights: none,
    joints: none,
    weight: [0.03, 0.08, 0.15],
    price: [3, 38],
    attributes: ['temperature', 'uv', 'fire', 'thickness', 'colour'],
    materials: [
      ['carrier', 'EPDM'],
      ['adhesive', 'AC'],
      ['liner', 'PET'],
    ],
  },
]
