import type { Step } from '../../../shared/steps.ts'
import { formatDecimal } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { stepKindLabels } from './kinds.ts'

/** The limits of a number: "2 to 7 °C"; null if it has none. */
export function useLimits({ kind, min, max, unit }: Pick<Step, 'kind' | 'min' | 'max' | 'unit'>) {
  const i18n = useI18n()
  if (kind !== 'number' || (min === null && max === null)) return null
  const number = (value: number | null) =>
    value === null ? '' : `${formatDecimal(value, { i18n })}${unit ? ` ${unit}` : ''}`
  if (min === null) return i18n.t('at most {number}', { number: number(max) })
  if (max === null) return i18n.t('at least {number}', { number: number(min) })
  return i18n.t('{from} to {to}', { from: formatDecimal(min, { i18n }), to: number(max) })
}

/** In words: a step's kind unless it is only to be ticked, its limits or unit, and whether it is required. */
export function useStepFacts(step: Pick<Step, 'kind' | 'min' | 'max' | 'unit' | 'required'>): string[] {
  const i18n = useI18n()
  const limits = useLimits(step)
  return [
    ...(step.kind === 'tick' ? [] : [i18n.t(stepKindLabels[step.kind])]),
    ...(limits ? [limits] : step.unit ? [step.unit] : []),
    ...(step.required ? [i18n.t('required')] : []),
  ]
}
