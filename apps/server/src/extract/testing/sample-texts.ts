/** Texts about returned goods in sixteen languages, each with the older encodings that it is found in. */
export const sampleTexts: Readonly<Record<string, readonly [encodings: readonly string[], text: string]>> = {
  zh: [
    ['gb18030'],
    `退货政策
您可以在收到商品后三十天内申请退货。商品必须保持原包装，并附上发票。退款将在七个工作日内退回原支付账户。如果商品有质量问题，运费由我们承担。
配送时间一般为两到三个工作日，偏远地区可能需要五天。客户服务电话每天早上九点到晚上六点开放。请在联系我们之前准备好订单号码。保修期为两年，电池不在保修范围之内。我们的商店位于市中心火车站旁边，地下一层有停车场。会员可以享受九折优惠，积分每年年底清零。`,
  ],
  'zh-TW': [
    ['big5'],
    `退貨政策
您可以在收到商品後三十天內申請退貨。商品必須保持原包裝，並附上發票。退款將在七個工作天內退回原付款帳戶。如果商品有品質問題，運費由我們負擔。
配送時間一般為兩到三個工作天，偏遠地區可能需要五天。客戶服務電話每天早上九點到晚上六點開放。請在聯絡我們之前準備好訂單號碼。保固期為兩年，電池不在保固範圍之內。我們的商店位於市中心火車站旁邊，地下一樓有停車場。會員可以享有九折優惠，點數每年年底歸零。`,
  ],
  ja: [
    ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    `返品について
商品到着後三十日以内であれば返品できます。商品は未使用で、元の箱に入れてお送りください。返金は七営業日以内に元のお支払い方法へ行います。不良品の場合、送料は当社が負担します。
配送は通常二、三日で、離島は五日ほどかかることがあります。お問い合わせは毎日午前九時から午後六時までです。ご連絡の前に注文番号をご用意ください。保証期間は二年間で、バッテリーは対象外です。店舗は駅の近くにあり、地下に駐車場があります。`,
  ],
  ko: [
    ['euc-kr'],
    `반품 정책
상품을 받은 날부터 삼십 일 이내에 반품할 수 있습니다. 상품은 원래 포장 상태여야 하며 영수증이 필요합니다. 환불은 칠 영업일 이내에 원래 결제 수단으로 처리됩니다. 불량품의 경우 배송비는 저희가 부담합니다.
배송은 보통 이틀에서 사흘이 걸리며 도서 지역은 닷새가 걸릴 수 있습니다. 고객 센터는 매일 오전 아홉 시부터 오후 여섯 시까지 운영합니다. 연락하시기 전에 주문 번호를 준비해 주십시오. 보증 기간은 이 년이며 배터리는 제외됩니다.`,
  ],
  ru: [
    ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'],
    `Возврат товара
Вы можете вернуть товар в течение тридцати дней после получения. Товар должен быть в оригинальной упаковке, приложите чек. Деньги возвращаются на счёт в течение семи рабочих дней. Если товар бракованный, доставку оплачиваем мы.
Доставка обычно занимает два или три дня, в отдалённые районы до пяти дней. Служба поддержки работает ежедневно с девяти утра до шести вечера. Перед звонком приготовьте номер заказа. Гарантия два года, на батарею она не распространяется. Магазин находится рядом с вокзалом, парковка в подвале.`,
  ],
  uk: [
    ['windows-1251', 'koi8-u'],
    `Повернення товару
Ви можете повернути товар протягом тридцяти днів після отримання. Товар має бути в оригінальній упаковці, додайте чек. Гроші повертаються на рахунок протягом семи робочих днів. Якщо товар має дефект, доставку оплачуємо ми.
Доставка зазвичай триває два або три дні, у віддалені райони до п'яти днів. Служба підтримки працює щодня з дев'ятої ранку до шостої вечора. Перед дзвінком підготуйте номер замовлення. Гарантія два роки, на батарею вона не поширюється.`,
  ],
  pl: [
    ['windows-1250', 'iso-8859-2'],
    `Zwroty towarów
Możesz zwrócić towar w ciągu trzydziestu dni od otrzymania. Towar musi być w oryginalnym opakowaniu, dołącz paragon. Pieniądze zwracamy na konto w ciągu siedmiu dni roboczych. Jeśli towar jest wadliwy, koszt przesyłki ponosimy my.
Dostawa trwa zwykle dwa lub trzy dni, w odległych miejscach do pięciu dni. Obsługa klienta działa codziennie od dziewiątej rano do szóstej wieczorem. Przed rozmową przygotuj numer zamówienia. Gwarancja trwa dwa lata i nie obejmuje baterii. Sklep znajduje się przy dworcu, parking jest w podziemiu. Żółte łóżko świeżo źdźbło.`,
  ],
  cs: [
    ['windows-1250', 'iso-8859-2'],
    `Vrácení zboží
Zboží můžete vrátit do třiceti dnů od převzetí. Zboží musí být v původním obalu, přiložte účtenku. Peníze vracíme na účet do sedmi pracovních dnů. Pokud je zboží vadné, dopravu platíme my.
Doručení trvá obvykle dva až tři dny, do vzdálených míst až pět dnů. Zákaznická linka je otevřena denně od devíti ráno do šesti večer. Než zavoláte, připravte si číslo objednávky. Záruka je dva roky a nevztahuje se na baterii. Prodejna je vedle nádraží, parkoviště je v suterénu. Šťastný žluťoučký kůň.`,
  ],
  el: [
    ['windows-1253', 'iso-8859-7'],
    `Επιστροφές προϊόντων
Μπορείτε να επιστρέψετε το προϊόν μέσα σε τριάντα ημέρες από την παραλαβή. Το προϊόν πρέπει να είναι στην αρχική συσκευασία, μαζί με την απόδειξη. Τα χρήματα επιστρέφονται στον λογαριασμό σας σε επτά εργάσιμες ημέρες. Αν το προϊόν είναι ελαττωματικό, τα μεταφορικά τα πληρώνουμε εμείς.
Η παράδοση διαρκεί συνήθως δύο ή τρεις ημέρες. Η εξυπηρέτηση πελατών λειτουργεί κάθε μέρα από τις εννέα το πρωί έως τις έξι το απόγευμα.`,
  ],
  he: [
    ['windows-1255'],
    `החזרת מוצרים
ניתן להחזיר את המוצר בתוך שלושים יום מיום הקבלה. המוצר חייב להיות באריזה המקורית, בצירוף החשבונית. הכסף יוחזר לחשבונכם בתוך שבעה ימי עסקים. אם המוצר פגום, דמי המשלוח עלינו.
המשלוח נמשך בדרך כלל יומיים או שלושה ימים. שירות הלקוחות פועל בכל יום מתשע בבוקר עד שש בערב. לפני הפנייה הכינו את מספר ההזמנה. האחריות היא לשנתיים ואינה כוללת את הסוללה.`,
  ],
  ar: [
    ['windows-1256'],
    `إرجاع المنتجات
يمكنكم إرجاع المنتج خلال ثلاثين يوما من تاريخ الاستلام. يجب أن يكون المنتج في عبوته الأصلية مع الفاتورة. يعاد المبلغ إلى حسابكم خلال سبعة أيام عمل. إذا كان المنتج معيبا فإننا نتحمل تكلفة الشحن.
يستغرق التوصيل عادة يومين أو ثلاثة أيام. خدمة العملاء متاحة كل يوم من التاسعة صباحا حتى السادسة مساء. قبل الاتصال جهزوا رقم الطلب. الضمان لمدة سنتين ولا يشمل البطارية.`,
  ],
  tr: [
    ['windows-1254'],
    `Ürün iadesi
Ürünü teslim aldıktan sonra otuz gün içinde iade edebilirsiniz. Ürün orijinal ambalajında olmalı, faturayı da ekleyin. Ödeme yedi iş günü içinde hesabınıza geri yatırılır. Ürün kusurluysa kargo ücretini biz öderiz.
Teslimat genellikle iki veya üç gün sürer, uzak bölgelere beş gün olabilir. Müşteri hizmetleri her gün sabah dokuzdan akşam altıya kadar açıktır. Aramadan önce sipariş numaranızı hazırlayın. Garanti iki yıldır ve pili kapsamaz.`,
  ],
  th: [
    ['windows-874'],
    `การคืนสินค้า
ท่านสามารถคืนสินค้าได้ภายในสามสิบวันหลังจากได้รับสินค้า สินค้าต้องอยู่ในบรรจุภัณฑ์เดิมพร้อมใบเสร็จ เราจะคืนเงินเข้าบัญชีของท่านภายในเจ็ดวันทำการ หากสินค้าชำรุด เราจะเป็นผู้รับผิดชอบค่าจัดส่ง
การจัดส่งใช้เวลาสองถึงสามวัน ฝ่ายบริการลูกค้าเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงหกโมงเย็น`,
  ],
  de: [
    ['windows-1252'],
    `Rückgabe
Die Rückgabe ist innerhalb von dreißig Tagen möglich. Die Ware muss in der Originalverpackung sein, legen Sie die Rechnung bei. Das Geld überweisen wir innerhalb von sieben Werktagen zurück. Ist die Ware mangelhaft, tragen wir die Versandkosten. Die Lieferung dauert gewöhnlich zwei bis drei Tage, in abgelegene Gegenden bis zu fünf. Größe „XL“ kostet 5 € mehr. Öffnungszeiten für Käufer: täglich von neun bis achtzehn Uhr.`,
  ],
  fr: [
    ['windows-1252'],
    `Retour des articles
Vous pouvez retourner l’article dans les trente jours après réception. L’article doit être dans son emballage d’origine, accompagné de la facture. Le remboursement est effectué sous sept jours ouvrés. Si l’article est défectueux, les frais de port sont à notre charge. La livraison prend généralement deux à trois jours, jusqu’à cinq dans les régions éloignées. Le service à la clientèle est ouvert tous les jours de neuf heures à dix-huit heures.`,
  ],
  es: [
    ['windows-1252'],
    `Devolución de artículos
Puede devolver el artículo en un plazo de treinta días después de recibirlo. El artículo debe estar en su embalaje original, con la factura. El reembolso se hará en siete días hábiles. Si el artículo está dañado, el envío corre por nuestra cuenta. ¿Cuánto tarda? Dos o tres días, según la región. La atención telefónica está disponible todos los días desde las nueve de la mañana hasta las seis de la tarde.`,
  ],
};
