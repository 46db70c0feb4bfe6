import { useMemo } from 'react'
import type { Reader } from '../../../shared/words/reader.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'

/** Hook: the reader of dates and times in words. It is the same object until the language changes. */
export function useReader(): Reader {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  return useMemo(() => ({ i18n, timeZone }), [i18n, timeZone])
}
