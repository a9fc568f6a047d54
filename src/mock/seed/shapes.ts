import type { ShapeKey } from './families.ts'

/** A colour with the product's hue: saturation and lightness in percent. */
type Shade = (saturation: number, lightness: number) => string

/** A kind of product as SVG in a box of 600 × 600, in shades of `hue` (degrees) and neutral greys. */
export function shapeSvg(shape: ShapeKey, hue: number): string {
  const shade: Shade = (saturation, lightness) => `hsl(${hue}, ${saturation}%, ${lightness}%)`
  return `${gradients(shade)}<ellipse cx="300" cy="540" rx="230" ry="34" fill="#000" opacity="0.13"/>${draw[shape](shade)}`
}

function gradients(shade: Shade): string {
  const round = [
    [0, shade(62, 32)],
    [0.28, shade(66, 58)],
    [0.45, shade(70, 66)],
    [1, shade(62, 27)],
  ] as const
  const pale = [
    [0, '#b9b7b2'],
    [0.35, '#ffffff'],
    [1, '#a5a39e'],
  ] as const
  return `<defs><linearGradient id="round">${stops(round)}</linearGradient><linearGradient id="pale">${stops(pale)}</linearGradient></defs>`
}

function stops(list: readonly (readonly [number, string])[]): string {
  return list.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')
}

const draw: Record<ShapeKey, (shade: Shade) => string> = {
  roll: (shade) => `
    <path d="M190 110v400a110 36 0 0 0 220 0v-400z" fill="url(#round)"/>
    <path d="M408 150h62v384q-40 14-62-10z" fill="${shade(58, 46)}"/>
    <path d="M190 250v120a110 36 0 0 0 220 0v-120a110 36 0 0 1-220 0z" fill="url(#pale)"/>
    <ellipse cx="300" cy="110" rx="110" ry="36" fill="${shade(55, 74)}"/>
    ${[86, 66, 46].map((r) => `<ellipse cx="300" cy="110" rx="${r}" ry="${r * 0.33}" fill="none" stroke="${shade(50, 52)}" stroke-width="4"/>`).join('')}
    <ellipse cx="300" cy="110" rx="28" ry="9" fill="#57534c"/>`,
  tape: (shade) => `
    <path d="M90 290a210 170 0 0 0 420 0v70a210 170 0 0 1-420 0z" fill="url(#round)"/>
    <ellipse cx="300" cy="290" rx="210" ry="170" fill="${shade(60, 60)}"/>
    ${[190, 170, 150].map((r) => `<ellipse cx="300" cy="290" rx="${r}" ry="${r * 0.81}" fill="none" stroke="${shade(55, 50)}" stroke-width="3"/>`).join('')}
    <ellipse cx="300" cy="290" rx="128" ry="103" fill="#d8c7a8"/>
    <path d="M186 300a114 90 0 0 1 228 0a114 80 0 0 1-228 0z" fill="#f3f1ed"/>
    <path d="M506 300q60 60 66 190l-60-16q-6-90-40-120z" fill="${shade(58, 52)}"/>`,
  coil: (shade) => `
    <ellipse cx="300" cy="320" rx="220" ry="200" fill="${shade(30, 26)}"/>
    ${[196, 168, 140, 112, 84].map((r) => `<ellipse cx="300" cy="312" rx="${r}" ry="${r * 0.91}" fill="none" stroke="${shade(34, 40)}" stroke-width="12"/>`).join('')}
    <ellipse cx="300" cy="308" rx="62" ry="56" fill="#f3f1ed"/>
    <path d="M300 520h260v-52h-180q-50 30-80 52z" fill="${shade(42, 34)}"/>
    <path d="M380 468h180v12h-196z" fill="${shade(68, 60)}"/>`,
  cartridge: (shade) => `
    <path d="M284 40h32l16 110h-64z" fill="url(#pale)"/>
    <path d="M216 150h168v30h-168z" fill="#8d8a84"/>
    <path d="M220 178v340a80 22 0 0 0 160 0v-340z" fill="url(#round)"/>
    <path d="M220 250v170a80 22 0 0 0 160 0v-170a80 22 0 0 1-160 0z" fill="url(#pale)"/>
    <path d="M244 330h112v16h-112z" fill="${shade(64, 44)}"/><path d="M244 362h80v10h-80z" fill="#8d8a84"/>`,
  bucket: (shade) => `
    <path d="M120 190q180-190 360 0" fill="none" stroke="#77736c" stroke-width="12"/>
    <path d="M128 200l34 316a138 30 0 0 0 276 0l34-316z" fill="url(#round)"/>
    <path d="M141 320l13 122a142 30 0 0 0 292 0l13-122a160 34 0 0 1-318 0z" fill="url(#pale)"/>
    <path d="M110 176h380v34a190 40 0 0 1-380 0z" fill="#c9c6c0"/>
    <ellipse cx="300" cy="178" rx="190" ry="42" fill="#efede9"/>
    <ellipse cx="300" cy="178" rx="160" ry="32" fill="none" stroke="#c9c6c0" stroke-width="6"/>
    <circle cx="300" cy="410" r="34" fill="${shade(66, 48)}"/>`,
  bottle: (shade) => `
    <path d="M258 60h84v80h-84z" fill="url(#round)"/>
    <path d="M250 136h100q4 44 56 74q20 14 20 48v236q0 32-36 32h-180q-36 0-36-32v-236q0-34 20-48q52-30 56-74z" fill="url(#pale)"/>
    <path d="M176 290h248v160h-248z" fill="url(#round)"/>
    <path d="M204 330h120v14h-120zM204 362h190v9h-190zM204 386h160v9h-160z" fill="${shade(40, 88)}"/>`,
  collar: (shade) => `
    <path d="M60 420l170-150h310l-110 220h-330z" fill="${shade(48, 40)}"/>
    <path d="M96 410l150-128h254l-92 182h-284z" fill="${shade(54, 52)}"/>
    <path d="M214 372l46-112h80l46 112a86 28 0 0 1-172 0z" fill="url(#round)"/>
    <path d="M272 40h56v232a28 10 0 0 1-56 0z" fill="url(#pale)"/>
    <ellipse cx="300" cy="262" rx="40" ry="13" fill="none" stroke="${shade(60, 30)}" stroke-width="6"/>`,
}
