import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { feedbackApi, feedbackCategories, MAX_COMMENT_LENGTH, NewFeedback } from '../../shared/feedback.ts'
import { text } from '../../shared/fields.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { useI18n } from '../language.ts'
import { Field, Select, Textarea } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { categoryLabel } from './category-label.ts'
import { StarField } from './stars.tsx'

const FeedbackForm = z.object({
  rating: NewFeedback.shape.rating,
  category: z.string(),
  comment: text(MAX_COMMENT_LENGTH),
})
type FeedbackFormValues = z.output<typeof FeedbackForm>

/** The form for feedback. It opens over any screen. */
export function SendFeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <Open onClose={onClose} /> : null
}

function Open({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const form = useForm<FeedbackFormValues>({
    resolver: zodResolver(FeedbackForm),
    defaultValues: { rating: 0, category: feedbackCategories[0], comment: '' },
  })
  const { errors, isDirty } = form.formState
  const leaving = useLeaving(isDirty, onClose)
  const { mutateAsync: send } = useCall(feedbackApi.create)
  useEffect(() => {
    // The stars come first in the form.
    document.querySelector<HTMLInputElement>('input[name="feedback-rating"]')?.focus()
  }, [])

  const submit = form.handleSubmit(async ({ rating, category, comment }) => {
    try {
      await send({ body: { rating, category, comment: comment || null } })
      toast({
        title: i18n.t('Feedback sent'),
        description: i18n.t('Thank you. It has reached your administrators.'),
      })
      leaving.leave()
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('Failed to send feedback')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Send feedback')}
        submitLabel={i18n.t('Send')}
        pendingLabel={i18n.t('Sending...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs="feedback"
        closesOnBack
      >
        <Controller
          control={form.control}
          name="rating"
          render={({ field: { value, onChange } }) => (
            <StarField name="feedback-rating" value={value} onChange={onChange} error={errors.rating?.message} />
          )}
        />
        <Field label={i18n.t('What is it about?')} error={errors.category?.message}>
          <Select {...form.register('category')}>
            {feedbackCategories.map((category) => (
              <option key={category} value={category}>
                {categoryLabel(category, i18n)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={i18n.t('Comment')}
          error={errors.comment?.message}
          hint={i18n.t('What do you like? What makes your work harder? Administrators see your name with it.')}
        >
          <Textarea {...form.register('comment')} rows={5} />
        </Field>
      </FormDialog>
    </FormProvider>
  )
}
