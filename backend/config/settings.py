"""Django's settings; all that differs between machines comes from ``env``."""

from __future__ import annotations

import sys

from backend.config.database import database_settings
from backend.config.env import ROOT, read_environment

try:
    ENVIRONMENT = read_environment()
except ValueError as error:
    # Whoever set it needs the sentence, not where we read it.
    sys.exit(str(error))

SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = list(ENVIRONMENT.allowed_hosts)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.trusted_origins)
ROOT_URLCONF = "backend.config.urls"
ASGI_APPLICATION = "backend.config.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
APPEND_SLASH = False

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "drf_spectacular",
    "backend.accounts",
    "backend.audit",
    "backend.projects",
    "backend.files",
    "backend.jobs",
    "backend.webhooks",
    "backend.datasets",
    "backend.annotation",
    "backend.quality",
    "backend.cleaning",
    "backend.maps",
    "backend.assignments",
    "backend.training",
    "backend.model_registry",
    "backend.deployments",
    "backend.suggestions",
    "backend.segmenting",
    "backend.batch_predictions",
    "backend.evaluations",
    "backend.schedules",
    "backend.stored_calls",
    "backend.share_links",
    "backend.load_tests",
    "backend.drift",
    "backend.tuning",
    "backend.alerts",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "backend.api.headers.SecurityHeadersMiddleware",
    "backend.api.request_id.RequestIdMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

DATABASES = {"default": database_settings(ENVIRONMENT.database_url)}

# What is counted, such as attempts to sign in, is counted by all web processes together.
CACHES = {
    "default": {
        "BACKEND": "backend.config.cache.JsonFiles",
        "LOCATION": str(ENVIRONMENT.data / "cache" / "values"),
    }
}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {"NAME": "backend.accounts.passwords.NotOneself"},
]
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENVIRONMENT.secure_cookies
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_SECURE = ENVIRONMENT.secure_cookies
CSRF_FAILURE_VIEW = "backend.api.problems.csrf_failure"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

EMAIL_HOST = ENVIRONMENT.email_host
EMAIL_PORT = ENVIRONMENT.email_port
EMAIL_HOST_USER = ENVIRONMENT.email_user
EMAIL_HOST_PASSWORD = ENVIRONMENT.email_password
EMAIL_USE_TLS = ENVIRONMENT.email_security == "starttls"
EMAIL_USE_SSL = ENVIRONMENT.email_security == "tls"
# By default a server for mails that never answers would hold a worker's thread for ever.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = ENVIRONMENT.email_from

PAGE = ROOT / "frontend" / "dist" / "index.html"
WHEELS = ROOT / "wheels"
TEMPLATES: list[dict[str, object]] = []

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 2**20
DATA_UPLOAD_MAX_NUMBER_FILES = 256
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 2**20

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "backend.accounts.authentication.SessionAuthentication",
        "backend.accounts.authentication.ApiKeyAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "backend.api.scopes.HasScope",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["backend.api.parsers.JsonParser"],
    "DEFAULT_SCHEMA_CLASS": "backend.api.schema.ApiSchema",
    "DEFAULT_PAGINATION_CLASS": "backend.api.pagination.Cursor",
    "EXCEPTION_HANDLER": "backend.api.problems.handle_exception",
    "DEFAULT_THROTTLE_RATES": {
        "sign_in": "30/min",
        "sign_up": "30/min",
        "password_mail": "10/hour",
        "password_mail_to": "3/hour",
        "share_link": "120/min",
        "share_link_unlock": "30/min",
        "share_link_predict": "60/min",
    },
    # The address of the connection, which ``backend.config.proxies`` has seen to.
    "NUM_PROXIES": 0,
    "UNAUTHENTICATED_USER": None,
    # `?format=` is ours to use.
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Easel",
    "DESCRIPTION": "Data in, deployed models out.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "backend.deployments.easydl_schema.add_easydl_paths",
        "backend.api.shared_parts.share_parts",
        "backend.api.extended_shapes.write_extensions",
        "backend.api.spec_schemas.add_specs",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PrimaryUnitEnum": "backend.api.catalog.METRIC_UNITS",
        "LabelModeEnum": "backend.annotation.serializers.MODES",
        "AttributeKind": "backend.datasets.contracts.serializers.labels.ATTRIBUTE_KINDS",
        "TagModeEnum": "backend.datasets.serializers.views.TAG_MODES",
        "Role": "backend.api.callers.Role",
        "Language": "backend.accounts.serializers.LANGUAGES",
        "Scope": "backend.accounts.serializers.SCOPES",
        "Source": "backend.annotation.contracts.Source",
        "AssignmentState": "backend.assignments.models.Assignment.State",
        "AssignmentPart": "backend.assignments.models.Part",
        "WorkItemState": "backend.assignments.models.ItemState",
        "WorkItemAct": "backend.assignments.models.Act",
        "GivenSource": "backend.annotation.contracts.given.GIVEN_SOURCES",
        "BatchPredictionSource": "backend.batch_predictions.models.BatchPrediction.Source",
        "GivenPredictionSource": "backend.batch_predictions.serializers.GIVEN_SOURCES",
        "PredictionFormat": "backend.batch_predictions.serializers.FORMATS",
        "SegmenterState": "backend.segmenting.contracts.STATES",
        "SuggestionMethod": "backend.suggestions.models.SuggestionRun.Method",
        "DatasetFormat": "backend.api.catalog.FORMATS",
        "Media": "backend.api.catalog.MEDIA",
        "AnnotationKind": "backend.api.catalog.ANNOTATION_KINDS",
        "PredictionKind": "backend.api.catalog.PREDICTION_KINDS",
        "ImportState": "backend.datasets.models.Import.State",
        "ImportOutcome": "backend.datasets.serializers.imports.OUTCOMES",
        "Split": "backend.datasets.contracts.serializers.samples.SPLITS",
        "ColumnKind": "backend.datasets.serializers.tables.COLUMN_KINDS",
        "ReadKind": "engine.specs.samples.table_reading.READ_KINDS",
        "GivenColumnKind": "backend.datasets.serializers.tables.GIVEN_KINDS",
        "ColumnRole": "engine.specs.spec.COLUMN_ROLES",
        "VersionState": "backend.datasets.models.DatasetVersion.State",
        "JobState": "backend.jobs.models.Job.State",
        "JobKind": "backend.jobs.contracts.names.KINDS",
        "InspectionState": "backend.quality.models.Inspection.State",
        "CleaningState": "backend.cleaning.models.CleaningRun.State",
        "CleanedMedia": "backend.cleaning.serializers.CLEANED_MEDIA",
        "CleaningOutcome": "backend.cleaning.serializers.OUTCOMES",
        "MapMethod": "backend.maps.serializers.METHODS",
        "DriftVerdict": "backend.drift.contracts.VERDICTS",
        "FixState": "backend.quality.models.Fix.State",
        "FindingKind": "backend.quality.serializers.KINDS",
        "FixKind": "backend.quality.serializers.FIX_KINDS",
        "Severity": "backend.quality.serializers.SEVERITIES",
        "ChannelKind": "backend.webhooks.contracts.KINDS",
        "DeliveryState": "backend.webhooks.contracts.DELIVERY_STATES",
        "ShareLinkState": "backend.share_links.contracts.STATES",
        "AlertState": "backend.alerts.contracts.ALERT_STATES",
        "AlertUnit": "backend.alerts.contracts.UNITS",
        "DeploymentState": "backend.deployments.models.Deployment.State",
        "DesiredState": "backend.deployments.models.Deployment.DesiredState",
        "Tier": "backend.api.catalog.TIERS",
        "Target": "backend.training.contracts.serializers.TARGET_KEYS",
        "StudyState": "backend.tuning.models.Study.State",
        "StudyEnding": "backend.tuning.models.Study.Ending",
        "SearchDirection": "backend.tuning.models.Study.Direction",
        "TrialState": "backend.tuning.models.Trial.State",
        "TrialOrder": "backend.tuning.serializers.TRIAL_ORDERS",
        "RangeKind": "backend.tuning.serializers.RANGE_KINDS",
        "SamplerKind": "backend.tuning.serializers.SAMPLER_KINDS",
        "PrunerKind": "backend.tuning.serializers.PRUNER_KINDS",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "backend.config.logs.FieldFormatter"}},
    "filters": {"refused_requests": {"()": "backend.config.logs.RefusedRequests"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["refused_requests"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        # They write whole addresses, and an access token may stand in one.
        "httpx": {"level": "WARNING"},
        "httpcore": {"level": "WARNING"},
        # They say where credentials came from, in each process that opens the store.
        "aiobotocore": {"level": "WARNING"},
        "botocore": {"level": "WARNING"},
        # It warns that the file queue has no host name, at every connection.
        "kombu.connection": {"level": "ERROR"},
    },
}
