import type { I18n } from '@lingui/core'
import type { Sop } from '../../../shared/sops.ts'
import { compareTexts } from '../../../shared/words/formats.ts'

/** The choices of a field for the procedure of a task: none, and these by their titles. */
export const sopChoices = (sops: readonly Sop[], i18n: I18n) => [
  { id: '', label: i18n.t('None ##no procedure') },
  ...sops
    .toSorted((a, b) => compareTexts(a.title, b.title, { i18n }))
    .map(({ id, title }) => ({ id: String(id), label: title })),
]
