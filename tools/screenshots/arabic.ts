import type { ProductPatch } from '../../src/mock/contracts/stats.ts'

/** Product data in a right-to-left language, which the bundled server lacks. */
export const arabic: ProductPatch = {
  name: 'غشاء حاجز للبخار، 1.5 م × 50 م',
  intro: 'غشاء متغير النفاذية لأسقف محكمة تدوم طويلاً.',
  application:
    '<p>للجهة الدافئة من الأسقف المائلة المعزولة:</p><ul><li>جدران خشبية معزولة</li><li>ترميم من الداخل</li></ul>',
  advantages:
    '<ul><li>سهل القص على الشبكة المطبوعة</li><li>شفاف: تبقى الدعائم مرئية</li><li>انبعاثات منخفضة (A+)</li></ul>',
  substrate: '<p>الخشب والخرسانة والمعدن، جافة ونظيفة.</p>',
  limiting_factors: '',
}
