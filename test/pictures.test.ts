import { expect, test } from 'vitest'
import { isLongRun } from './support/long-run.ts'
import { wholeCorpus } from './support/picture-corpus.ts'
import { uploadPictures } from './support/picture-uploads.ts'
import { putTask } from './support/tasks.ts'
import { useTestApp } from './support/test-app.ts'

const muster = useTestApp()

/** `npm run try -- pictures` takes all of them, and shows them in a browser. */
test('no hostile picture breaks the server, and no metadata leaves it', async () => {
  const samples = wholeCorpus().filter((_, at) => at % (isLongRun ? 1 : 20) === 0)
  expect(samples.length).toBeGreaterThan(10)
  const task = await putTask(muster)
  const results = await uploadPictures({
    address: await muster.listen(),
    cookie: (await muster.as('gita')).cookie,
    samples,
    onPhoto: ({ id }) =>
      muster.services.database.pool.query('update photos set task_id = $1 where id = $2', [task.id, id]),
  })
  expect(results.filter(({ faults }) => faults.length > 0).map(({ sample, faults }) => [sample.name, faults])).toEqual(
    [],
  )
  expect(results.filter(({ photo }) => photo).length).toBeGreaterThan(5)
})
