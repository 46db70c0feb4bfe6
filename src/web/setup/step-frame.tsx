import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef } from 'react'
import type { Setup } from '../../shared/setup.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'

export interface StepProps {
  setup: Setup
  /** Marks the step as done and goes on. */
  onDone: () => Promise<void>
  onSkip: () => Promise<void>
}

/** A step of the guide: its subject, its fields, and the way on. */
export function StepFrame({
  title,
  description,
  submitLabel,
  pending,
  onSubmit,
  onSkip,
  children,
}: {
  title: string
  description: string
  submitLabel: string
  pending: boolean
  onSubmit: () => Promise<void>
  onSkip: () => Promise<void>
  children: ReactNode
}) {
  const i18n = useI18n()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) void onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <StepHeading title={title} description={description} />
      <div className="flex flex-col gap-5">{children}</div>
      <footer className="mt-6 flex flex-wrap items-center gap-2 border-line border-t pt-4">
        <Button type="submit" variant="primary" pending={pending} className="max-md:order-1 max-md:w-full">
          {submitLabel}
        </Button>
        <Button variant="ghost" onClick={() => void onSkip()} className="max-md:order-2 max-md:w-full">
          {i18n.t('Skip this step')}
        </Button>
      </footer>
    </form>
  )
}

/** Whether the guide has moved on since its screen was opened. */
export const Moved = createContext(false)

/** The heading of a step. When the guide moves on it takes the focus, so that screen readers begin there. */
export function StepHeading({ title, description }: { title: string; description: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = use(Moved)
  useEffect(() => {
    if (!moved) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [moved])
  return (
    <header className="mb-5">
      <h2
        ref={heading}
        id="setup-step"
        tabIndex={-1}
        className="font-semibold text-2xl tracking-[-0.015em] outline-none"
      >
        {title}
      </h2>
      <p className="mt-1 max-w-xl text-pretty text-muted">{description}</p>
    </header>
  )
}
