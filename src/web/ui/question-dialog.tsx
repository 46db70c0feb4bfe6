import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { Backdrop } from './backdrop.tsx'
import { Button } from './button.tsx'
import type { DialogQuestion } from './guarded-closing.ts'
import { useReturnFocus } from './return-focus.ts'

/** Asks a question over a dialog. Escape and the backdrop mean to stay. */
export function QuestionDialog({
  question: { text, stay, leave },
  onAnswer,
}: {
  question: DialogQuestion
  onAnswer: (leaves: boolean) => void
}) {
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus(true)
  return (
    <Radix.Root open onOpenChange={(next) => !next && onAnswer(false)}>
      <Radix.Portal>
        <Backdrop open className="z-50 animate-fade-in" />
        <Radix.Content
          ref={content}
          role="alertdialog"
          aria-describedby={undefined}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.querySelector('button')?.focus()
          }}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-sm -translate-y-1/2 animate-fade-in rounded-card bg-surface p-5 shadow-float forced-colors:border"
        >
          <Radix.Title className="text-balance font-semibold text-lg">{text}</Radix.Title>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={() => onAnswer(false)} className="max-md:flex-1">
              {stay}
            </Button>
            <Button variant="destructive" onClick={() => onAnswer(true)} className="max-md:flex-1">
              {leave}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
