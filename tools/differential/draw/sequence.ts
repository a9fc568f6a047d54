import type { Step } from '../step.ts'
import { drawChildren } from './children.ts'
import { drawComments } from './comments.ts'
import { createDraw } from './draw.ts'
import { drawMedia, upload } from './media.ts'
import { drawMenu } from './menu.ts'
import { drawBatch, drawOther, drawRows } from './other.ts'
import { createRow } from './rows.ts'
import type { World } from './world.ts'

const shortest = 5
const longest = 15

/** A sequence of requests to one area of the interface. It depends only on the seed and its index. */
export function drawSequence(seed: number, index: number): Step[] {
  const draw = createDraw(seed, index)
  const world: World = { draw, steps: [], made: [] }
  const area = draw.weighted<(world: World) => void>([
    [22, (own) => drawRows(own, 'pages', () => void createRow(own, 'pages'))],
    [22, (own) => drawRows(own, 'posts', () => void createRow(own, 'posts'))],
    [16, drawMedia],
    [12, drawComments],
    [10, drawMenu],
    [10, drawChildren],
    [5, drawBatch],
    [8, drawOther],
  ])
  const length = draw.int(shortest, longest)
  if (draw.chance(0.08)) upload(world)
  while (world.steps.length < length) area(world)
  return world.steps.slice(0, longest)
}
