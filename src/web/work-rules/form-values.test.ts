import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { presetNames, workRulePresets } from '../../shared/work-rules.ts'
import { rulesOf, workRulesValuesOf } from './form-values.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const values = workRulesValuesOf(workRulePresets.de)

test('every preset comes back as it is', () => {
  for (const name of presetNames)
    expect(rulesOf(workRulesValuesOf(workRulePresets[name]), i18n).rules).toEqual(workRulePresets[name])
  expect(values).toMatchObject({ restMinutes: '11', weekMinutes: '', breakPiece: '15', daysInRow: '6' })
  expect(workRulesValuesOf({ ...workRulePresets.de, dayMinutes: 450 }).dayMinutes).toBe('7:30')
})

test.each([
  ['7:30', 450],
  ['7.5', 450],
  ['7,5', 450],
  [' 8 ', 480],
  ['', null],
])('%j are %j minutes', (text, minutes) => {
  expect(rulesOf({ ...values, dayMinutes: text }, i18n).rules?.dayMinutes).toBe(minutes)
})

test.each([
  [{ dayMinutes: 'ten' }, 'dayMinutes'],
  [{ dayMinutes: '7:60' }, 'dayMinutes'],
  [{ dayMinutes: '7:3' }, 'dayMinutes'],
  [{ dayMinutes: '7.5:30' }, 'dayMinutes'],
  [{ dayMinutes: '25' }, 'dayMinutes'],
  [{ restMinutes: '-1' }, 'restMinutes'],
  [{ averageWeeks: '' }, 'averageWeeks'],
  [{ daysInRow: '2.5' }, 'daysInRow'],
  [{ breaks: [{ after: '', length: '30' }] }, 'breaks.0.after'],
  [{ breaks: [{ after: '6', length: '0' }] }, 'breaks.0.length'],
  [
    {
      breaks: [
        { after: '6', length: '30' },
        { after: '5', length: '45' },
      ],
    },
    'breaks',
  ],
])('%j is a fault', (wrong, place) => {
  expect(Object.keys(rulesOf({ ...values, ...wrong }, i18n).faults ?? {})).toEqual([place])
})

test('no rule is an empty field', () => {
  const { rules } = rulesOf({ ...values, restMinutes: '', daysInRow: '', breaks: [], noticeHours: '' }, i18n)
  expect(rules).toMatchObject({ restMinutes: 0, daysInRow: null, breaks: [], noticeHours: 0 })
})
