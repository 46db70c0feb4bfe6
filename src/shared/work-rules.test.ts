import { expect, test } from 'vitest'
import { defaultWorkRules, presetNames, presetOf, WorkRules, workRulePresets } from './work-rules.ts'

test('every preset is valid, and known again until a value is changed', () => {
  for (const name of presetNames) {
    const rules = WorkRules.parse(workRulePresets[name])
    expect(presetOf(rules)).toBe(name)
    expect(presetOf({ ...rules, restMinutes: rules.restMinutes + 1 })).toBeNull()
    expect(presetOf({ ...rules, breaks: [{ afterMinutes: 1, breakMinutes: 1 }] })).toBeNull()
  }
  expect(presetOf(defaultWorkRules)).toBe('eu')
  // The order of the fields does not matter: the database has its own.
  expect(presetOf(Object.fromEntries(Object.entries(workRulePresets.de).reverse()) as never)).toBe('de')
})

test.each([
  [{ restMinutes: -1 }, 'restMinutes'],
  [{ restMinutes: 24 * 60 }, 'restMinutes'],
  [{ restMinutes: null }, 'restMinutes'],
  [{ dayMinutes: 0 }, 'dayMinutes'],
  [{ weekMinutes: 7 * 24 * 60 + 1 }, 'weekMinutes'],
  [{ averageWeeks: 53 }, 'averageWeeks'],
  [{ daysInRow: 0.5 }, 'daysInRow'],
  [{ late: 'refuse' }, 'late'],
  [{ breaks: [{ afterMinutes: 360, breakMinutes: 0 }] }, 'breaks'],
  [
    {
      breaks: [
        { afterMinutes: 540, breakMinutes: 45 },
        { afterMinutes: 360, breakMinutes: 30 },
      ],
    },
    'breaks',
  ],
  [{ breaks: Array.from({ length: 5 }, (_, at) => ({ afterMinutes: 60 * (at + 1), breakMinutes: at + 1 })) }, 'breaks'],
  [{ siesta: true }, ''],
])('%j is refused', (wrong, path) => {
  const faults = WorkRules.safeParse({ ...defaultWorkRules, ...wrong }).error?.issues
  expect(String(faults?.[0]?.path[0] ?? '')).toBe(path)
})
