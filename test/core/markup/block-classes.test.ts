import { describe, expect, test } from 'vitest'
import { classesOf, replaceClass } from '../../../src/core/markup/block-classes.ts'
import { findMarked, type BlockPlace } from '../../../src/core/markup/find-block.ts'

const groupOf = (json: string, tag: string): string =>
  `<!-- wp:group ${json} -->\n${tag}x</div>\n<!-- /wp:group -->`
const placeOf = (content: string): BlockPlace => {
  const found = findMarked(content, ['ours'])
  if (found.state !== 'ok') throw new Error(found.state)
  return found
}
const replace = (content: string, place = placeOf(content)): string =>
  replaceClass(content, place, { isOld: (token) => token.startsWith('old'), token: 'new' })
const headOf = (json: string, tag: string): string => `<!-- wp:group ${json} -->\n${tag}`

describe('a class token', () => {
  test.each([
    ['at the end', 'ours old-1'],
    ['between an editor’s classes', 'first old-1 ours  last'],
    ['twice', 'old-1 ours old-2'],
    ['not yet', 'ours'],
  ])('that is there %s is replaced in the delimiter and in the element', (_, classes) => {
    const content = groupOf(
      `{"a":{"b":"x"},"className":"${classes}","c":1}`,
      `<div id="x" class="wp-block-group ${classes}" style="y">`,
    )
    const others = classes.split(/\s+/).filter((token) => !token.startsWith('old'))
    const now = [...others, 'new'].join(' ')
    expect(replace(content)).toBe(
      headOf(
        `{"a":{"b":"x"},"className":"${now}","c":1}`,
        `<div id="x" class="wp-block-group ${now}" style="y">`,
      ),
    )
    expect(classesOf(content, placeOf(content))).toEqual(classes.split(/\s+/))
  })

  test('is replaced without a change of layout and escapes of the other attributes', () => {
    const json = (classes: string) =>
      `{ "text" : "\\u003cb\\u003e $& \\"className\\":\\"ours old\\"" , "className" : "${classes}" }`
    const content = groupOf(json('ours old'), '<div class="ours old">')
    expect(replace(content)).toBe(headOf(json('ours new'), '<div class="ours new">'))
  })

  test('is replaced without a change of text that only looks like the block’s classes', () => {
    const json = (classes: string) => `{"inner":{"className":"old"},"className":"${classes}"}`
    const tag = (classes: string) => `<div data-x='class="old"' hidden CLASS = '${classes}'>`
    const content = groupOf(json('ours'), tag('ours old'))
    expect(replace(content)).toBe(headOf(json('ours new'), tag('ours new')))
  })

  test.each([
    ['the element has no class', '{"className":"ours"}', '<div>'],
    ['the element’s class has no quotes', '{"className":"ours"}', '<div class=ours>'],
    ['the name of the attribute is escaped', '{"class\\u004eame":"ours"}', '<div class="ours">'],
  ])('is not added if %s', (_, json, tag) => {
    expect(replace(groupOf(json, tag))).toBe(headOf(json, tag))
  })

  test('that is there already, alone, changes nothing', () => {
    const content = groupOf('{"className":"ours new"}', '<div class="ours new">')
    const keep = { isOld: (token: string) => token === 'new', token: 'new' }
    expect(replaceClass(content, placeOf(content), keep)).toBe(
      headOf('{"className":"ours new"}', '<div class="ours new">'),
    )
  })

  test.each(['', '<p>Text</p>', '<!-- wp:group -->', '<!-- wp:group {"className":1} -->'])(
    'is neither found in nor added to %j',
    (content) => {
      const place = { start: 0, end: content.length, innerStart: content.length, innerEnd: content.length }
      expect(replace(content, place)).toBe(content)
      expect(classesOf(content, place)).not.toContain('new')
    },
  )
})
