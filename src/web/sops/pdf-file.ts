/** The type and the title of a file by its own account. The server looks at its content. */

/** Whether a file claims to be a PDF. Files of a dropped folder may have no type. */
export const isPdf = ({ type, name }: Pick<File, 'type' | 'name'>) =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))

/** The file's name as a title: without its ending, with spaces between the words. */
export const pdfTitle = ({ name }: Pick<File, 'name'>) =>
  name
    .replace(/\.pdf$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
