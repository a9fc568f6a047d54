import { expect, test } from 'vitest'
import { waitForSizes } from '../../../../src/mock/cms/oddities/slow-subsizes.ts'

const size = { file: 'a.png', width: 1, height: 1, mime: 'image/png', bytes: 1 }

test('a slow server waits for each sub-size that it makes, and for no other', async () => {
  const waits: string[] = []
  const race = (name: string): null => {
    waits.push(name)
    return null
  }
  const sizes = { thumbnail: size, medium: size, large: size }
  await waitForSizes({ race }, { sizes: { thumbnail: size } }, { sizes })
  expect(waits).toEqual(['slow-subsizes', 'slow-subsizes'])
  await waitForSizes({ race }, { sizes }, { sizes })
  expect(waits).toHaveLength(2)
})
