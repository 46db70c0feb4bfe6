import type { I18n } from '@lingui/core'
import { FileText, Upload, X } from 'lucide-react'
import { formatCount, formatTenths } from '../../shared/words/formats.ts'
import { deployment } from '../api/deployment.ts'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DropZone } from '../ui/drop-zone.tsx'

/** A place to drop or choose a file. It shows the file that was picked. */
export function SopFileField({
  label,
  file,
  onPick,
}: {
  label: string
  file: File | null
  onPick: (file: File | null) => void
}) {
  const i18n = useI18n()
  return (
    <DropZone label={label} accept="application/pdf,.pdf" onFile={onPick} className="min-h-23 justify-center py-4">
      {(choose) =>
        file ? (
          <>
            <FileText aria-hidden="true" className="size-6 shrink-0 text-accent" />
            <div className="min-w-0 flex-1">
              <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
                {file.name}
              </p>
              <p className="text-muted text-sm tabular">{formatBytes(file.size, i18n)}</p>
            </div>
            <IconButton label={i18n.t('Choose another file')} onClick={() => onPick(null)}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </>
        ) : (
          <div className="text-center">
            <Button onClick={choose}>
              <Upload aria-hidden="true" className="size-4" />
              {i18n.t('Choose a PDF')}
            </Button>
            <p className="mt-2 text-muted text-sm">
              <span className="max-md:hidden">{i18n.t('or drop it here.')} </span>
              {i18n.t('At most {max} MB', { max: deployment.maxUploadMb })}
            </p>
          </div>
        )
      }
    </DropZone>
  )
}

const MB = 1024 * 1024

/** "12 KB", "3.4 MB"; at least "1 KB". */
const formatBytes = (bytes: number, i18n: I18n) =>
  bytes < MB
    ? i18n.t('{size} KB', { size: formatCount(Math.max(1, Math.round(bytes / 1024)), { i18n }) })
    : i18n.t('{size} MB', { size: formatTenths(bytes / MB, { i18n }) })
