import { expect, test } from 'vitest'
import { hiddenIn, hiddenPart, isRevealing } from '../../../src/core/markup/hidden-content.ts'

const secret = 'the new offer of May'

test.each([
  [
    'a block',
    `<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>${secret}</p><!-- /wp:paragraph -->`,
  ],
  ['an element', `<!-- A --><p style="display: none">${secret}</p>`],
  ['a word in a line', `<p>Hello, <span hidden>${secret}</span>!</p>`],
  ['a part that is nested deeper than on any page', `<p class="hidden">${'<i>'.repeat(1_100)}${secret}`],
])('text in %s that an editor hid is known in another form', (_, current) => {
  const hidden = hiddenIn({ base: '<p>A</p>', current })
  if (!hidden) throw new Error('nothing is hidden')
  expect(hiddenPart(current, hidden)).not.toBe('none')
  expect(isRevealing('<ul><li>See The <b>new</b> offer of may.</li></ul>', hidden)).toBe(true)
  expect(isRevealing('<p>The new offer</p><p>of May</p>', hidden)).toBe(false)
})

test.each([
  ['is shown', `<p style="display:block">${secret}</p>`],
  ['our version hides as well', `<p class="hidden">${secret}</p>`],
])('nothing counts as hidden that %s', (_, current) => {
  expect(hiddenIn({ base: '<p class="hidden">A</p>', current })).toBeUndefined()
})
