import { ChevronDown, Download } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { DEFAULT_FORMAT, type FileFormat, fileNameOf } from '../../../shared/sheets/formats.ts'
import { urlOf } from '../../api/call-endpoint.ts'
import { useI18n } from '../../language.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, MenuChoices, MenuLabel } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useReader } from '../time/use-reader.ts'
import { formatChoices, useFileFormat } from './file-format.ts'
import { downloadProved } from './reauthenticated-download.ts'
import { downloadFile, type ShownList, saveList } from './save-file.ts'

/** Downloads a list from the server: a link, and a menu with the formats of the file. */
export function ExportLink({
  endpoint,
  query,
  title,
  className,
}: {
  endpoint: Endpoint & { download: string }
  query: object
  /** The contents of the file in words. */
  title?: string
  className?: string
}) {
  const [chosen] = useFileFormat()
  const targetOf = (format: FileFormat) => ({
    href: urlOf(endpoint, {}, { ...query, ...(format !== DEFAULT_FORMAT && { format }) }),
    fileName: fileNameOf(endpoint.download, format),
  })
  const follow = ({ href, fileName }: ReturnType<typeof targetOf>) =>
    endpoint.proof ? void downloadProved(href, fileName) : downloadFile(href, fileName)
  const target = targetOf(chosen)
  const prove = (event: MouseEvent) => {
    event.preventDefault()
    follow(target)
  }
  return (
    <WithFormats className={className} onChoose={(format) => follow(targetOf(format))}>
      <a
        href={target.href}
        download={target.fileName}
        title={title}
        onClick={endpoint.proof && prove}
        className={cx(buttonClass('ghost'), face)}
      >
        <Face />
      </a>
    </WithFormats>
  )
}

/** Saves a list that is on the screen: a button, and a menu with the formats of the file. */
export function ExportButton<Row>({
  list,
  disabled = false,
  onSaved,
  className,
}: {
  list: () => ShownList<Row>
  disabled?: boolean
  onSaved?: (() => void) | undefined
  className?: string
}) {
  const i18n = useI18n()
  const reader = useReader()
  const [chosen] = useFileFormat()
  const saveAs = async (format: FileFormat) => {
    try {
      await saveList(list(), format, reader)
      onSaved?.()
    } catch {
      toastError(i18n.t('No connection. Please try again.'))
    }
  }
  return (
    <WithFormats className={className} disabled={disabled} onChoose={(format) => void saveAs(format)}>
      <Button variant="ghost" disabled={disabled} onClick={() => void saveAs(chosen)} className={face}>
        <Face />
      </Button>
    </WithFormats>
  )
}

/** On phones only the icon. */
const face = 'max-md:w-11 max-md:px-0!'

function Face() {
  const i18n = useI18n()
  return (
    <>
      <Download aria-hidden="true" className="size-4 touch:size-5" />
      <span className="max-md:sr-only">{i18n.t('Export')}</span>
    </>
  )
}

/** The menu of the formats. Choosing one exports at once, and the device remembers it for every export. */
function WithFormats({
  onChoose,
  disabled = false,
  className,
  children,
}: {
  onChoose: (format: FileFormat) => void
  disabled?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const i18n = useI18n()
  const reader = useReader()
  const [chosen, choose] = useFileFormat()
  const chooseAndSave = (format: FileFormat) => {
    choose(format)
    onChoose(format)
  }
  return (
    <span className={cx('inline-flex shrink-0 items-center', className)}>
      {children}
      <Menu
        trigger={
          <IconButton label={i18n.t('Format of the file')} disabled={disabled} className="w-6! touch:w-11!">
            <ChevronDown aria-hidden="true" className="size-4" />
          </IconButton>
        }
      >
        <MenuLabel>{i18n.t('Export as')}</MenuLabel>
        <MenuChoices value={chosen} onChange={chooseAndSave} choices={formatChoices(reader)} />
      </Menu>
    </span>
  )
}
