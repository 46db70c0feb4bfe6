import { expect, test } from 'vitest'
import { ReasonWatch } from './reason-watch.ts'

/** Words that the simulation of the roster finds in replies, messages and pushes. */

const watch = new ReasonWatch()
const note = watch.mark('ada')
const knowsAda = (user: string) => user === 'ada'
const nobody = () => false

test.each<[string, unknown, string[]]>([
  ['a marked text', { shifts: [{ note: `See ${note}` }] }, ['.shifts.0.note: See Marked-0-text']],
  ['a kind', { people: [{ away: [{ kind: 'other' }] }] }, ['.people.0.away.0.kind: other']],
  ['a word', { title: 'Ada is on vacation' }, ['.title: Ada is on vacation']],
  ['a text that is no object', 'Ada is ill', [': Ada is ill']],
])('%s is found', (_, value, found) => {
  expect(watch.leaksOf(value, nobody)).toEqual(found)
})

test('of their own person everybody may know why, and of another one nothing', () => {
  const own = { user: { id: 'ada' }, kind: 'sick', note }
  expect(watch.leaksOf([own], knowsAda)).toEqual([])
  expect(watch.leaksOf([{ ...own, user: { id: 'bea' } }], knowsAda)).toEqual(['.0.kind: sick'])
  expect(watch.leaksOf([{ absences: [own] }], nobody)).toHaveLength(1 + 1)
})

test('other kinds and words are no reasons', () => {
  expect(watch.leaksOf({ kind: 'plan', title: 'The till is full', isPaid: true, note: null }, nobody)).toEqual([])
})
