/** The fields of a product without files. */
export const noFiles = {
  image: '',
  banner: '',
  datasheet: '',
  safety_datasheet: '',
  declaration_of_performance: '',
}
