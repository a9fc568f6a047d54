import { expect, test } from 'vitest'
import { missingAssetsOf } from '../../../src/core/decisions/missing-assets.ts'
import { assetsOf } from '../../../src/core/record/assets.ts'
import { productOf } from '../../helpers/content/records.ts'

const product = productOf()
const { image, datasheet } = product

test.each([
  ['all', [], [image, datasheet]],
  ['one', [image], [datasheet]],
  ['none', [image, datasheet, 'https://partner.example/else.pdf'], undefined],
])(
  'the missing assets of a page are those of its product that are not in the media library: %s',
  (_, there, lacked) => {
    expect(
      missingAssetsOf(assetsOf(product, { banner: false }), (url) => there.includes(url))?.assets.map(
        ({ url }) => url,
      ),
    ).toEqual(lacked)
  },
)
