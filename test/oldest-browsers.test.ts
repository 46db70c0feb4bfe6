import { describe, expect, test } from 'vitest'
import { tooNewIn, tooNewInStyle } from '../scripts/oldest-browsers.mjs'

describe('the build fails for a script that', () => {
  test.each([
    ['groups with what Chrome has since 117', 'x=Object.groupBy(a,b)', ['Object.groupBy']],
    ['asks for visibility', 'x=element.checkVisibility()', ['checkVisibility']],
    ['looks behind in an expression', 'x=/(?<=a)b/.test(y)', ['/(?<=a)b/']],
    ['maps an iterator', 'x=[...map.values().map(f)]', ['map of an iterator']],
  ])('%s', (_, code, found) => expect(tooNewIn(code)).toEqual(found))

  test('sorts a copy in a worker, which nothing is added to', () => {
    expect(tooNewIn('x=a.toSorted()', true)).toEqual(['toSorted'])
    expect(tooNewIn('x=a.toSorted()')).toEqual([])
  })
})

test.each([
  ['calls it only if it is there', 'element.showPopover?.()'],
  ['asks before', 'if("checkVisibility"in element)element.checkVisibility()'],
  ['maps a list', 'x=Object.values(a).map(f)'],
])('a script may be there that %s', (_, code) => expect(tooNewIn(code)).toEqual([]))

test('the build fails for a style with a range or a nested rule', () => {
  expect(tooNewInStyle('@media (width>=48rem){.a{color:red}}')).toEqual(['a range in @media'])
  expect(tooNewInStyle('.a{color:red;&:hover{color:blue}}')).toEqual(['a nested rule'])
  expect(tooNewInStyle('@media (min-width:48rem){.a{color:red}}')).toEqual([])
})
