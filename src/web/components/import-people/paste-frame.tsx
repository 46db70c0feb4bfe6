import type { ReactNode } from 'react'
import { useI18n } from '../../language.ts'
import type { useLeaving } from '../forms/form-dialog.tsx'
import { PlainFormDialog } from '../forms/plain-form-dialog.tsx'

/** The dialog of a pasted list: the text and its choices on one side, and what becomes of it on the other. */
export function PasteFrame({
  title,
  description,
  leaving: { leave, askBeforeClose },
  submitLabel,
  isCreating,
  isReady,
  onSubmit,
  problem,
  preview,
  children,
}: {
  title: string
  description: string
  leaving: ReturnType<typeof useLeaving>
  submitLabel: string
  isCreating: boolean
  isReady: boolean
  onSubmit: () => unknown
  /** The faults of the list in a few words; undefined without one. */
  problem: string | undefined
  preview: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  return (
    <PlainFormDialog
      size="xl"
      title={title}
      description={description}
      onClose={leave}
      askBeforeClose={askBeforeClose}
      submitLabel={isCreating ? i18n.t('Creating...') : submitLabel}
      pending={isCreating}
      isReady={isReady || isCreating}
      onSubmit={onSubmit}
      aside={
        problem && (
          // The preview with the same words is a status: screen readers need them once.
          <p aria-hidden="true" className="font-medium text-overdue text-sm">
            {problem}
          </p>
        )
      }
      formClass="grid gap-x-8 gap-y-6 lg:h-full lg:grid-cols-2"
    >
      <div className="flex min-h-0 min-w-0 flex-col gap-5 lg:-m-1 lg:overflow-y-auto lg:overscroll-contain lg:p-1">
        {children}
      </div>
      <section
        aria-label={i18n.t('Preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="flex min-h-0 min-w-0 flex-col lg:-me-6 lg:overflow-y-auto lg:overscroll-contain lg:pe-6"
      >
        {preview}
      </section>
    </PlainFormDialog>
  )
}
