import type { PayrollFile, StoredPayrollFile } from '../../shared/payroll.ts'
import type { Message } from '../../shared/words/message.ts'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { payrollLabels } from '../components/labels/payroll-labels.ts'
import { delimiterLabels, encodingLabels, fieldLabels, groupingLabels, headLabels } from './file-words.ts'

/** The values of the form. Each column has a text, but only a column of fixed text uses it. */
export type FileValues = Omit<PayrollFile, 'columns'> & {
  columns: { field: PayrollFile['columns'][number]['field']; heading: string; text: string }[]
}

export const fileValuesOf = ({ columns, ...file }: PayrollFile & { updatedAt?: unknown }): FileValues => {
  const { updatedAt: _, ...values } = file
  return { ...values, columns: columns.map(({ field, heading, text = '' }) => ({ field, heading, text })) }
}

export const fileBodyOf = ({ columns, ...file }: FileValues): PayrollFile => ({
  ...file,
  columns: columns.map(({ field, heading, text }) => ({ field, heading, ...(field === 'text' && { text }) })),
})

type Group = FieldGroup<StoredPayrollFile, FileValues, PayrollFile>

const choice = <F extends 'delimiter' | 'encoding' | 'grouping' | 'head'>(
  field: F,
  labels: Record<PayrollFile[F], Message>,
): Group => ({
  label: payrollLabels[field][0],
  sent: [field],
  shown: [field],
  words: (file, i18n) => i18n.t(labels[file[field]]),
})
const plain = (field: 'decimal' | 'dateForm' | 'consultantNumber' | 'clientNumber'): Group => ({
  label: payrollLabels[field][0],
  sent: [field],
  shown: [field],
  words: (file) => file[field],
})

/** The groups of fields that are compared when two people edit the settings. */
export const fileGroups: readonly Group[] = [
  {
    label: payrollLabels.columns[0],
    sent: ['columns'],
    shown: ['columns'],
    words: ({ columns }, i18n) => columns.map(({ field, heading }) => heading || i18n.t(fieldLabels[field])).join(', '),
  },
  choice('delimiter', delimiterLabels),
  plain('decimal'),
  plain('dateForm'),
  choice('encoding', encodingLabels),
  choice('grouping', groupingLabels),
  choice('head', headLabels),
  plain('consultantNumber'),
  plain('clientNumber'),
]
