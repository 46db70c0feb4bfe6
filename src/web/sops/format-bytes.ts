import type { I18n } from '@lingui/core'
import { formatCount, formatTenths } from '../../shared/words/formats.ts'

const MB = 1024 * 1024

/** "12 KB", "3.4 MB"; at least "1 KB". */
export const formatBytes = (bytes: number, i18n: I18n) =>
  bytes < MB
    ? i18n.t('{size} KB', { size: formatCount(Math.max(1, Math.round(bytes / 1024)), { i18n }) })
    : i18n.t('{size} MB', { size: formatTenths(bytes / MB, { i18n }) })
