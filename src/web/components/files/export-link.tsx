import { Download } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'

/** A link that downloads a list. On phones it shows only its icon. */
export function ExportLink({
  href,
  fileName,
  title,
  className,
  onClick,
}: {
  href: string
  fileName: string | undefined
  title?: string
  className?: string
  /** `downloadProved` for a list that needs a proof of who the person is. */
  onClick?: MouseEventHandler<HTMLAnchorElement>
}) {
  const i18n = useI18n()
  return (
    <a
      href={href}
      download={fileName}
      title={title}
      onClick={onClick}
      className={cx(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-control px-2.5 font-medium hover:bg-hover hover:text-text touch:h-11 max-md:w-11 max-md:px-0',
        className,
      )}
    >
      <Download aria-hidden="true" className="size-4 touch:size-5" />
      <span className="max-md:sr-only">{i18n.t('Export')}</span>
    </a>
  )
}
