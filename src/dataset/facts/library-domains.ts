import type { Domain } from '../../schema/domain.ts';

/** Which domain the dataset assigns each library to. */
const librariesOf: Record<Domain, string> = {
  Computation: `
    IPython Levenshtein cmath cv2 gensim geopandas keras librosa math nltk numpy obspy pandas pytesseract scipy
    shapely skimage sklearn soundfile statistics statsmodels sympy tensorflow textblob torch wordninja`,
  General: `
    argparse array ast bisect builtins collections copy decimal difflib enum faker fnmatch functools heapq importlib
    inspect itertools multidict natsort operator pkgutil pprint prettytable queue random re regex string texttable
    textwrap types typing unicodedata uuid warnings`,
  Visualization: `
    PIL folium matplotlib mpl_toolkits seaborn turtle wordcloud`,
  System: `
    aspose configparser csv ctypes docx docxtpl errno filecmp getpass glob gzip imp io json locale logging
    multiprocessing openpyxl os pathlib pickle platform psutil select shlex shutil signal sqlalchemy sqlite3 struct
    subprocess sys tarfile threading xlrd xlwt yaml zipfile zlib`,
  Time: `
    calendar datetime dateutil holidays pytz time`,
  Network: `
    bs4 cgi chardet django email flask flask_login flask_mail flask_restful flask_wtf ftplib geopy html http
    ipaddress lxml mechanize mimetypes pyquery python_http_client requests selenium sendgrid smtplib socket ssl
    urllib werkzeug wikipedia wtforms xml xmltodict`,
  Cryptography: `
    Crypto base64 binascii blake3 codecs cryptography hashlib hmac rsa secrets`,
};

/** Library → domain. */
export const libraryDomains: ReadonlyMap<string, Domain> = new Map(
  (Object.keys(librariesOf) as Domain[]).flatMap((domain) =>
    librariesOf[domain]
      .trim()
      .split(/\s+/)
      .map((library): [string, Domain] => [library, domain]),
  ),
);

/** One domain per known library, in order, with repeats, as the dataset lists them. */
export function listDomains(libs: readonly string[]): Domain[] {
  return libs.flatMap((library) => libraryDomains.get(library) ?? []);
}
