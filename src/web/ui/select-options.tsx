import type { Message } from '../../shared/words/message.ts'
import { useI18n } from '../language.ts'

/** The options of a select, by their labels. */
export function SelectOptions<V extends string | number>({
  values,
  labels,
}: {
  values: readonly V[]
  labels: Readonly<Record<V, Message>>
}) {
  const i18n = useI18n()
  return values.map((value) => (
    <option key={value} value={value}>
      {i18n.t(labels[value])}
    </option>
  ))
}
