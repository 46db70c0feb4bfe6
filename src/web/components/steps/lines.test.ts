import { describe, expect, test } from 'vitest'
import { MAX_STEP_TEXT } from '../../../shared/step-fields.ts'
import { stepsIn } from './lines.ts'

const texts = (text: string) => stepsIn(text).map((step) => step.text)

describe('the steps of a text', () => {
  test('are its lines, without empty ones', () => {
    expect(texts('Strip the bed\r\n\n  Air the room  \n')).toEqual(['Strip the bed', 'Air the room'])
  })

  test('lose the marks of lists, and no other signs', () => {
    expect(texts('- Beds\n* Bath\n1. Windows\n12) Minibar\n• Safe\n- [ ] Towels\n[x] Keys\n☐ Lamp')).toEqual([
      ...['Beds', 'Bath', 'Windows', 'Minibar', 'Safe', 'Towels', 'Keys', 'Lamp'],
    ])
    expect(texts('2 towels\n-18 °C or colder\n1.5 l of water')).toEqual([
      '2 towels',
      '-18 °C or colder',
      '1.5 l of water',
    ])
  })

  test('are cut at the longest step', () => {
    expect(texts('a'.repeat(MAX_STEP_TEXT + 1))).toEqual(['a'.repeat(MAX_STEP_TEXT)])
  })
})
